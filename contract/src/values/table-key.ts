import { z } from 'zod'

/** What steps and conditions name a reference table or one of its columns by. */
export const TableKey = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)
