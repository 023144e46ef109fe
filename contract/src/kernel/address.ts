import { z } from 'zod'

/** Where a link may lead: a web page, a mail address, or a page of this installation. */
export const Address = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(https?:\/\/|mailto:|\/(?!\/))\S+$/i, 'Use an address that begins with https://, mailto:, or /')
