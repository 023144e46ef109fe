import { rasterType } from '@caseloom/contract/values/image-type'

/** The largest logo, in bytes. */
export const LOGO_LIMIT = 512 * 1024

/** The media type of an image by its own bytes, whatever its sender says; null when it is none that we take. */
export function imageType(bytes: Uint8Array): string | null {
  return rasterType(bytes) ?? (svgText(bytes) === null ? null : 'image/svg+xml')
}

function svgText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const start = text.trimStart().replace(/^(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)+/, '')
    return /^<svg[\s>/]/.test(start) ? text : null
  } catch {
    // Not UTF-8, so no SVG: the caller says so.
    return null
  }
}

/**
 * True for an SVG with anything that acts or fetches. It is served under a policy that lets nothing act (sandbox), but
 * a logo gets copied elsewhere too.
 */
export function isActiveSvg(bytes: Uint8Array): boolean {
  const text = svgText(bytes)
  if (text === null) return false
  // Entities could spell any of the words below; no editor writes them into a logo.
  if (/<!(?:DOCTYPE|ENTITY)|&#/i.test(text)) return true
  if (/<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener)\b/i.test(text))
    return true
  if (/[\s"'/]on[a-z]+\s*=/i.test(text)) return true
  if (/(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/(?:png|jpeg|webp);)[^"'\s>]/i.test(text)) return true
  return /javascript:|@import|url\(\s*["']?\s*(?!#)[^)\s]/i.test(text)
}
