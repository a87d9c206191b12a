/** The catalogues of all languages as JSON, deflated and in Base64; in report.html only the sections that it needs. Made by `vite.page.config.ts`. */
declare module 'virtual:words' {
  export const packed: string
}

/** The script of the worker that judges recordings, deflated and in Base64. Made by `vite.page.config.ts`. */
declare module 'virtual:judge-worker' {
  export const packed: string
}
