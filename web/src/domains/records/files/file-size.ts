const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** For example, `1.9 GB`. */
export function fileSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${size.toFixed(digits)} ${UNITS[unit] ?? 'B'}`
}

/** The short name of a media type: `PNG`, `PDF`; otherwise the type itself. */
export function typeWord(mediaType: string): string {
  const [kind = '', name = ''] = mediaType.split('/')
  if (kind === 'image' || name === 'pdf' || name === 'zip' || name === 'json' || name === 'csv')
    return name.replace('svg+xml', 'svg').toUpperCase()
  if (mediaType === 'text/plain') return 'Text'
  if (name.includes('wordprocessingml')) return 'Word'
  if (name.includes('spreadsheetml')) return 'Excel'
  if (name.includes('presentationml')) return 'PowerPoint'
  if (mediaType === 'message/rfc822' || mediaType === 'application/vnd.ms-outlook') return 'Email'
  return mediaType === 'application/octet-stream' ? 'Binary' : mediaType
}

/** What the page can show: images that can't execute anything, and texts. */
export function previewKind(mediaType: string): 'image' | 'text' | null {
  if (/^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType)) return 'image'
  const isText =
    mediaType.startsWith('text/') ||
    /^(?:application\/(?:json|jsonl|yaml)|message\/rfc822|image\/svg\+xml)$/.test(mediaType)
  return isText ? 'text' : null
}
