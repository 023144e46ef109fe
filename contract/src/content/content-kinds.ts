import { z } from 'zod'

// Alone in their file: the first load of every page reads the search of a catalog with them.

/** What a package can hold. */
export const ContentKind = z.enum([
  'app',
  'applet',
  'table',
  'playbook',
  'report',
  'dashboard',
  'workspace',
  'homepage',
])
export type ContentKind = z.infer<typeof ContentKind>

/** What an item is for, in the order in which catalogs show it. */
export const ContentStage = z.enum([
  'intake',
  'enrichment',
  'response',
  'case_work',
  'intel',
  'requests',
  'changes',
  'assets',
  'reporting',
  'other',
])
export type ContentStage = z.infer<typeof ContentStage>
