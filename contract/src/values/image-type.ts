const SIGNATURES: readonly { type: string; at: number; bytes: readonly number[] }[] = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
]

/** The media type of a raster image by its own bytes, whatever its sender says; null when it is no PNG, JPEG, or WebP. */
export function rasterType(bytes: Uint8Array): string | null {
  const known = SIGNATURES.find(({ at, bytes: mark }) => mark.every((byte, n) => bytes[at + n] === byte))
  if (known !== undefined) return known.type
  return latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP' ? 'image/webp' : null
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
