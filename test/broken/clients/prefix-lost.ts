import { brokenClient } from '../broken-client.js'

/** The version prefix is lost when addresses are joined. */
export default brokenClient({
  fault: 18,
  breaks: 'homologation/right-routes',
  code: 'homologation/right-routes:lost-prefix',
  broken: { habits: { alter: (out) => ({ ...out, path: `/${out.path}` }) } },
  harmless: {},
})
