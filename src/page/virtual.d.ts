/** The sections of the catalogues that a page needs, as JSON per language, deflated; made by `vite.page.config.ts`. */
declare module 'virtual:words' {
  export const packed: string
}

/** The script of the worker that judges, deflated; made by `vite.page.config.ts`. */
declare module 'virtual:judge-worker' {
  export const packed: string
}
