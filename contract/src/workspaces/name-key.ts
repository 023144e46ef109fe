import { z } from 'zod'

/** What names a dashboard, workspace, saved view, or home page in packages; it stays when the thing is renamed. */
export const NameKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'Use up to 63 lowercase letters, digits, and underscores, starting with a letter',
  )
