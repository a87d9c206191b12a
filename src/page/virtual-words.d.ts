/** The sections of the catalogues that the page needs, as JSON per language, deflated; made by `vite.page.config.ts`. */
declare module 'virtual:words' {
  export const packed: string
}
