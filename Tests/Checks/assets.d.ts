// On a site the assets of every part stand side by side (`/assets/…/interface/js/`); in the sources each stands with its part.
declare module "*/interface/js/clipboard.js" {
  export const copy: typeof import("../../Sources/Kernel/Interface/Resources/assets/js/clipboard.js").copy;
}
