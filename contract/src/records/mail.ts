import { z } from 'zod'
import { Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { ObservableKind } from '../values/case-fields.ts'
import { HiddenObservable } from './warning-lists.ts'

/** A larger email is read up to the end of its headers. */
export const MAX_WHOLE_MAIL_BYTES = 30 * 1024 * 1024

export const Mailbox = z.object({ name: z.string(), address: z.string() })
export type Mailbox = z.infer<typeof Mailbox>

/** What the receiving server found, in the words of RFC 8601; null: its header doesn't state it. */
export const AuthenticationFinding = z
  .object({
    /** For example, `pass`, `fail`, `softfail`, `none`, or `temperror`. */
    result: z.string(),
    /** What was checked, or why: properties and comments as the server wrote them. */
    detail: z.string(),
  })
  .nullable()
export type AuthenticationFinding = z.infer<typeof AuthenticationFinding>

export const MAIL_AUTHENTICATION = ['spf', 'dkim', 'dmarc', 'arc'] as const
export const MailAuthentication = z.object({
  /** The server that added the header; null if there is none to trust, or if it doesn't name itself. */
  server: z.string().nullable(),
  /** A header that doesn't count, because no server that received the email says that it added it. */
  untrusted: z.string().nullable(),
  spf: AuthenticationFinding,
  dkim: AuthenticationFinding,
  dmarc: AuthenticationFinding,
  arc: AuthenticationFinding,
})
export type MailAuthentication = z.infer<typeof MailAuthentication>

export const MailLink = z.object({
  /** `form` is where a form sends what is typed into it. */
  kind: z.enum(['link', 'form']),
  /** Where it leads, never defanged. */
  target: z.string(),
  text: z.string(),
  /** The host that its text or its user name shows though it leads elsewhere. */
  shows: z.string().nullable(),
})
export type MailLink = z.infer<typeof MailLink>

export const MailAttachment = z.object({
  name: z.string(),
  size: z.number().int(),
  /** By content. */
  mediaType: z.string(),
  /** As the email says. */
  statedType: z.string(),
  sha256: z.string(),
  md5: z.string(),
  /** Names of what a ZIP archive has inside; null for everything else. */
  contents: z
    .object({ names: z.array(z.string()), total: z.number().int(), encrypted: z.boolean() })
    .nullable(),
})
export type MailAttachment = z.infer<typeof MailAttachment>

/** One server on the way, oldest first. */
export const MailHop = z.object({
  from: z.string().nullable(),
  ip: z.string().nullable(),
  by: z.string().nullable(),
  /** For example, `ESMTPS`. */
  protocol: z.string().nullable(),
  at: Instant.nullable(),
  /** Seconds since the hop before; negative if clocks differ. */
  delay: z.number().int().nullable(),
})
export type MailHop = z.infer<typeof MailHop>

/** Why something is missing: over 30 MB, unreadable MIME, no source in an Outlook file, or more than is shown. */
export const MailNotice = z.enum([
  'head_only',
  'broken',
  'outlook',
  'text_cut',
  'source_cut',
  'attachments_cut',
])
export type MailNotice = z.infer<typeof MailNotice>

export const MailView = z.object({
  notices: z.array(MailNotice),
  from: Mailbox.nullable(),
  /** The address or domain that the sender’s display name claims, though the address is another one. */
  fromClaims: z.string().nullable(),
  replyTo: z.array(Mailbox),
  /** Replies go to another address than the sender’s. */
  replyDiffers: z.boolean(),
  to: z.array(Mailbox),
  cc: z.array(Mailbox),
  subject: z.string(),
  date: Instant.nullable(),
  messageId: z.string().nullable(),
  authentication: MailAuthentication,
  /** Structure and text only, links as text; null if the email has no HTML. */
  html: z.string().nullable(),
  /** What the preview leaves out. */
  blocked: z.object({ pictures: z.number().int(), pixels: z.number().int(), active: z.number().int() }),
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  source: z.string(),
  links: z.array(MailLink),
  attachments: z.array(MailAttachment),
  hops: z.array(MailHop),
  /** What can be added to the record, each once; recipients are left out. */
  observables: z.array(z.object({ kind: ObservableKind, value: z.string() })),
  /** What else was found, but is named by warning lists. */
  hidden: z.array(HiddenObservable),
})
export type MailView = z.infer<typeof MailView>

export const readMail = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/records/:recordId/files/:fileId/mail',
  summary:
    'Reads an email file (message/rfc822 or .msg) of the record: headers, authentication, sanitized content, links, attachments, and observables. Requires access to where the file is attached.',
  needs: 'record:read',
  reply: MailView,
  fails: ['file.not_email', 'file.too_complex'],
  on404: 'here',
})
