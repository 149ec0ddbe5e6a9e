// On a site the assets of every part stand side by side (`/assets/…/interface/js/`); in the sources each stands with its part.
declare module "*/interface/js/back.js" {
  export const cameUp: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/back.js").cameUp;
}
declare module "*/interface/js/clipboard.js" {
  export const copy: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/clipboard.js").copy;
}
declare module "*/interface/js/combobox.js" {
  export const combobox: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/combobox.js").combobox;
}
declare module "*/interface/js/count.js" {
  export const setCount: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/count.js").setCount;
}
declare module "*/interface/js/kept.js" {
  export const keep: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/kept.js").keep;
  export const forget: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/kept.js").forget;
}
declare module "*/interface/js/main.js" {
  export const activate: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/main.js").activate;
}
declare module "*/interface/js/outbox-store.js" {
  export type Change = import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").Change;
  export const all: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").all;
  export const put: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").put;
  export const remove: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").remove;
}
declare module "*/interface/js/outbox.js" {
  export const freshKey: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox.js").freshKey;
}
declare module "*/interface/js/outbox-line.js" {
  export const refresh: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-line.js").refresh;
}
declare module "*/interface/js/sheet.js" {
  export type SheetEntry = import("../../Sources/Kernel/Interface/Resources/assets/js/sheet.js").SheetEntry;
  export const sheetEntry: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/sheet.js").sheetEntry;
}
declare module "*/interface/js/renew.js" {
  export const fetchPage: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/renew.js").fetchPage;
  export const take: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/renew.js").take;
  export const fetchFresh: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/renew.js").fetchFresh;
}
declare module "*/interface/js/focus.js" {
  export const keepInside: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/focus.js").keepInside;
  export const stops: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/focus.js").stops;
}
declare module "*/interface/js/toast.js" {
  export const hold: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/toast.js").hold;
}
declare module "*/payments/js/paper.js" {
  export const fitRoll: typeof import("../../Sources/Kernel/Payments/Resources/assets/js/paper.js").fitRoll;
}
