import type { SentInvitation } from '@caseloom/contract/identity/directory'

/** How to report a password reset: it was emailed, here is its link, or there is neither. */
export function resetOutcome({ mailed, link }: SentInvitation): 'sent' | 'link' | 'none' {
  if (mailed) return 'sent'
  return link === null ? 'none' : 'link'
}
