// On a site the assets of every part stand side by side (`/assets/…/interface/js/`); in the sources each stands with its part.
declare module "*/interface/js/clipboard.js" {
  export const copy: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/clipboard.js").copy;
}
declare module "*/interface/js/kept.js" {
  export const keep: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/kept.js").keep;
  export const forget: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/kept.js").forget;
}
declare module "*/interface/js/outbox-store.js" {
  export type Change = import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").Change;
  export const all: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/outbox-store.js").all;
}
declare module "*/interface/js/renew.js" {
  export const fetchPage: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/renew.js").fetchPage;
  export const take: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/renew.js").take;
}
