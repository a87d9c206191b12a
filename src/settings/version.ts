import manifest from '../../package.json' with { type: 'json' }

/** The tool's version, as in package.json. */
export const version: string = manifest.version
/** How the tool names itself to services. */
export const userAgent = `homologa/${manifest.version}`
