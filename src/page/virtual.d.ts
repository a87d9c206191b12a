/** The catalogues of all languages as JSON, deflated. A report's page has only the sections that it needs. Made by `vite.page.config.ts`. */
declare module 'virtual:words' {
  export const packed: string
}

/** The script of the worker that judges recordings, deflated. Made by `vite.page.config.ts`. */
declare module 'virtual:judge-worker' {
  export const packed: string
}
