/** The consequence of each open question for an application. */

import type { QuestionId } from "../../spec/open-questions.ts";

export const questionEffects: Readonly<Record<QuestionId, string>> = {
  cancelledInList:
    "After a cancel, the row may disappear from your list, stay as it was, or show other data.",
  repeatedCancel: "A second press on Cancel is an error that your application has to show or to pass over.",
  conflictBody: "Reading the body of a 409 as JSON may fail, and its message may be missing.",
  statusField: "Your application may or may not be able to distinguish a pending order from a shipped one.",
  unknownQuery: "A query that your application adds, such as ?page=2, is passed over or breaks the list.",
  malformedId: "The status of a cancel with a wrong id differs, so match more than one of them.",
  outOfRangeId:
    "The status of a cancel with an id that is too large differs, so match more than one of them.",
  paddedId: "An id that a person typed with zeros in front may cancel the order or find none.",
  idSpelling: "An id that your application escapes or formats may cancel the order or find none.",
  trailingSlash: "An address that ends with a slash may work, be redirected, or find nothing.",
  throttle: "A call may be refused for a while, and your application has to send it again later.",
  schemeCase: "A client that writes bearer in lower case may be refused with 401.",
  errorMediaType: "A check for application/json may miss the body of an error.",
};
