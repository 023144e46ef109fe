import type { Manifest } from '../kit/manifest.ts'

/** The connectors that come with the product. */
export const readyConnectors: readonly Manifest[] = []
