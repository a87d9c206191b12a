import manifest from '../../package.json' with { type: 'json' }

/** The tool's version, from package.json. */
export const version: string = manifest.version
/** The `User-Agent` header of our requests. */
export const userAgent = `homologa/${manifest.version}`
