export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export const LOGO_LIMIT = 512 * 1024

/** Reasons to reject a file as a logo before upload. The server checks the bytes again. */
export function logoFault(file: { type: string; size: number }): 'badType' | 'tooBig' | null {
  if (!LOGO_TYPES.some((type) => type === file.type)) return 'badType'
  return file.size > LOGO_LIMIT ? 'tooBig' : null
}
