/** Put in by the build. */
declare const VERSION: string | undefined

/** The version of package.json; run from the sources, there is none. */
export const PACKAGE_VERSION = typeof VERSION === 'undefined' ? 'source' : VERSION
