import { z } from 'zod'

/** What a mail has beyond one recipient and a plain text; as the queue keeps it. */
export const MailParts = z.object({
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  replyTo: z.string().nullable(),
  /** Already sanitized when the email was queued. */
  html: z.string().nullable(),
  attachments: z.array(
    z.object({ tenantId: z.string(), sha256: z.string(), name: z.string(), mediaType: z.string() }),
  ),
})
export type MailParts = z.infer<typeof MailParts>
