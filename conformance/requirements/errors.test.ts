import {
  answer,
  cancel,
  list,
  notFound,
  type RequirementHistories,
  testRequirements,
  unauthorized,
  withoutKey,
} from "../testing/requirement-histories.ts";
import { errorsRequirements } from "./errors.ts";

const challenge = ["www-authenticate", "Bearer"] as const;
const json = ["content-type", "application/json"] as const;
const parts = { code: "refused", message: "Refused" };

/** Bodies that break a requirement, for a status; each has the challenge, which only a 401 needs. */
const wrongBodies = {
  object: (status: number) => answer(status, ["refused", "Refused", status], [challenge]),
  code: (status: number) => answer(status, { ...parts, code: 17, status }, [challenge]),
  message: (status: number) => answer(status, { code: "refused", status }, [challenge]),
  status: (status: number) => answer(status, { ...parts, status: String(status) }, [challenge]),
  "media-type": (status: number) =>
    answer(status, { ...parts, status }, [challenge, ["content-type", "text/html"]]),
  "media-type-stated": (status: number) => answer(status, JSON.stringify({ ...parts, status }), [challenge]),
};

/** Right bodies that differ from the plainest: more members, a media type with a suffix and parameters. */
const rightBodies: Partial<Record<keyof typeof wrongBodies, (status: number) => ReturnType<typeof answer>>> =
  {
    object: (status) => answer(status, { ...parts, status, help: null, trace: [1, 2] }, [challenge]),
    "media-type": (status) =>
      answer(status, { ...parts, status }, [
        challenge,
        ["content-type", "Application/Problem+JSON; charset=utf-8"],
      ]),
    status: (status) => answer(status, `{"code":"","message":"","status":${status}.0}`, [challenge, json]),
  };

const requests = {
  401: (given: ReturnType<typeof answer>) => withoutKey("GET /store/orders", given),
  404: (given: ReturnType<typeof answer>) => cancel(999, given),
};
const plainErrors = { 401: unauthorized, 404: notFound };

const histories = ([401, 404] as const).flatMap((status) =>
  Object.entries(wrongBodies).map(([name, wrong]): [string, RequirementHistories] => {
    const right = rightBodies[name as keyof typeof wrongBodies]?.(status) ?? plainErrors[status];
    return [
      `${status}-${name}`,
      { kept: [list(), requests[status](right)], broken: [list(), requests[status](wrong(status))] },
    ];
  }),
);

testRequirements(errorsRequirements, Object.fromEntries(histories));
