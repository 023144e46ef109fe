import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { NameKey } from './name-key.ts'
import { WorkspaceCreate, WorkspaceView } from './workspaces.ts'

/** A workspace with its key. */
export const KeyedWorkspace = WorkspaceView.extend({ key: NameKey })
export type KeyedWorkspace = z.infer<typeof KeyedWorkspace>

const once = (keys: readonly string[]) => new Set(keys).size === keys.length

/** What a workspace shows, in its order and by key, without its sharing. */
export const WorkspaceDefinition = WorkspaceCreate.omit({ sharing: true }).extend({
  key: NameKey,
  apps: z.array(Key).max(200).refine(once, 'List each app once').default([]),
  dashboards: z.array(NameKey).max(200).refine(once, 'List each dashboard once').default([]),
})
export type WorkspaceDefinition = z.infer<typeof WorkspaceDefinition>

/** A workspace in a file. */
export const WorkspaceFile = z.strictObject({
  format: z.literal('caseloom.workspace/1'),
  workspace: WorkspaceDefinition,
})
