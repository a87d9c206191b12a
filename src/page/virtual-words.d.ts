/** The sections of the catalogues that the page needs, per language; made by `vite.page.config.ts`. */
declare module 'virtual:words' {
  export const words: unknown
}
