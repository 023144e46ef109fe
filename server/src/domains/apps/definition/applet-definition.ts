import type {
  AppletCreate,
  AppletSection,
  AppletUpdate,
  FieldAllowance,
} from '@caseloom/contract/apps/applets'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ActorRef } from '@caseloom/contract/records/records'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { AppletBundle } from '@caseloom/workflow/applets/expand'
import { cleanJson } from '../../../field-types/json.ts'
import { liveFields, type StoredField } from './app-definition.ts'
import { withSectionIds } from '@caseloom/contract/apps/section-ids'

/** What an applet is, as one revision of it is stored. */
export interface AppletDefinition {
  name: string
  description?: string | undefined
  icon: string
  /** Those that a revision left out stay, hidden, so that their keys keep their types. */
  fields: StoredField[]
  section: AppletSection
  workflow?: Workflow
  allows: Record<string, FieldAllowance>
  follow: 'ask' | 'update'
  /** Absent while the applet is open to all with the permission. */
  sharing?: Sharing
}

/** An applet with its identity; `definition` is that of `revision`. */
export interface StoredApplet {
  id: string
  key: string
  revision: number
  updatedAt: Date
  updatedBy: ActorRef
  definition: AppletDefinition
}

/** An applet as it is stored: of what an editor gives, and the fields with their IDs. */
export function appletDefinition(
  input: AppletCreate | AppletUpdate,
  fields: StoredField[],
  sharing: Sharing,
): AppletDefinition {
  const { name, description, icon, section, workflow, allows, follow } = input
  const [identified = section] = withSectionIds([section])
  const definition: AppletDefinition = {
    name,
    ...(description === undefined ? {} : { description }),
    icon,
    fields,
    section: identified,
    ...(workflow === undefined ? {} : { workflow }),
    allows,
    follow,
    ...(sharing === null ? {} : { sharing }),
  }
  // A definition is JSON by its schema, and comes back with the same shape.
  return cleanJson(JSON.parse(JSON.stringify(definition)) as JsonValue, 80) as unknown as AppletDefinition
}

/** What links depend on. */
export function bundleOf(definition: AppletDefinition): AppletBundle {
  const { section, workflow, allows } = definition
  return { fields: liveFields(definition).map(plainField), section, workflow, allows }
}

function plainField({ hidden: _hidden, generation: _generation, ...field }: StoredField): StoredField {
  return field
}
