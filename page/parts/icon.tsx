/** Icons of 20 by 20 pixels, drawn by strokes in the colour of the surrounding text. Each section has an icon of its name. */

const paths = {
  orders: "M3 5.5h14M3 10h14M3 14.5h9",
  requests: "M2 10h3.5l2.5-6 4 12 2.5-6H18",
  faults: "M11 2.5L4.5 11H9l-1 6.5L15 9h-4.6z",
  "open-questions":
    "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM8 8.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1M10 13.7v.1",
  worlds: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM3 10h14M10 3c4 4.5 4 9.5 0 14M10 3c-4 4.5-4 9.5 0 14",
  conformance: "M10 2.5l6 2.3v4.7c0 3.7-2.5 6.5-6 8-3.5-1.5-6-4.3-6-8V4.8zM7.3 9.8l2 2 3.5-3.8",
  add: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5L5 15",
  cancel: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM5.2 5.2l9.6 9.6",
  ship: "M2 5h9v9H2zM11 8.5h3.5L18 12v2h-7M5.5 13.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM14.5 13.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z",
  edit: "M4 16l.8-3.5L13 4.3a1.4 1.4 0 0 1 2 0l.7.7a1.4 1.4 0 0 1 0 2L7.5 15.2z",
  remove: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v5M11.5 9v5",
  pause: "M7 4.5v11M13 4.5v11",
  play: "M6 4l9.5 6L6 16z",
  copy: "M7 7h9v10H7zM13 7V3H4v10h3",
  send: "M3 10L17 3.5 13 17l-3.2-5.5zM9.8 11.5L17 3.5",
  more: "M4.5 9.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM10 9.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM15.5 9.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z",
  down: "M10 3v10M5.5 9l4.5 4.5L14.5 9M4 17h12",
  link: "M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l1-1",
  again: "M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4",
  key: "M6.5 9a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM9 10l7-7M13.5 5.5l2 2",
  keyboard: "M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M7 11.5h6",
  bottom: "M3 4h14v12H3zM3 11.5h14",
  right: "M3 4h14v12H3zM12.5 4v12",
  window: "M3 6h11v11H3zM9 3h8v8M17 3l-6.5 6.5",
  check: "M4 10.5l4 4 8-9",
  alert: "M10 3l7.5 13.5h-15zM10 8v4M10 14.3v.1",
  clock: "M10 5.5V10l3 2M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z",
  dice: "M4 4h12v12H4zM7.5 7.5h.1M12.5 12.5h.1M12.5 7.5h.1M7.5 12.5h.1",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
