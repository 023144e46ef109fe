import type { FieldInput } from '@caseloom/contract/fields'
import type { Icon } from '@tabler/icons-react'
import {
  IconAlignLeft,
  IconBraces,
  IconChecklist,
  IconFingerprint,
  IconInfoCircle,
  IconLinkPlus,
  IconMathFunction,
  IconMessage,
  IconPaperclip,
  IconStopwatch,
  IconTarget,
  IconTypography,
  IconCalendar,
  IconClock,
  IconHash,
  IconHourglass,
  IconLink,
  IconList,
  IconSquareCheck,
  IconTextSize,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'

export const KIND_GROUPS = ['values', 'people', 'security'] as const
export type KindGroup = (typeof KIND_GROUPS)[number]

export interface FieldKind {
  id: string
  type: FieldInput['type']
  group: KindGroup
  icon: Icon
  /** Initial properties besides key and label; a reference starts with the app itself. */
  make: (appId: string) => Record<string, unknown>
}

const first = { key: 'first', label: 'First' }
const second = { key: 'second', label: 'Second' }

export const FIELD_KINDS: readonly FieldKind[] = [
  { id: 'text', type: 'text', group: 'values', icon: IconTextSize, make: () => ({ maxLength: 1000 }) },
  { id: 'longText', type: 'text', group: 'values', icon: IconAlignLeft, make: () => ({ multiline: true }) },
  {
    id: 'richText',
    type: 'text',
    group: 'values',
    icon: IconTypography,
    make: () => ({ format: 'rich', maxLength: 100_000 }),
  },
  { id: 'number', type: 'number', group: 'values', icon: IconHash, make: () => ({}) },
  { id: 'datetime', type: 'datetime', group: 'values', icon: IconCalendar, make: () => ({}) },
  { id: 'date', type: 'date', group: 'values', icon: IconCalendar, make: () => ({}) },
  { id: 'time', type: 'time', group: 'values', icon: IconClock, make: () => ({}) },
  { id: 'duration', type: 'duration', group: 'values', icon: IconHourglass, make: () => ({}) },
  {
    id: 'selection',
    type: 'selection',
    group: 'values',
    icon: IconSquareCheck,
    make: () => ({ options: [first, second] }),
  },
  { id: 'list', type: 'list', group: 'values', icon: IconList, make: () => ({}) },
  { id: 'url', type: 'url', group: 'values', icon: IconLink, make: () => ({}) },
  { id: 'json', type: 'json', group: 'values', icon: IconBraces, make: () => ({}) },
  {
    id: 'formula',
    type: 'formula',
    group: 'values',
    icon: IconMathFunction,
    make: () => ({ expression: "''", result: 'text' }),
  },
  { id: 'system', type: 'system', group: 'values', icon: IconInfoCircle, make: () => ({ of: 'created_at' }) },
  { id: 'user', type: 'user', group: 'people', icon: IconUser, make: () => ({}) },
  { id: 'group', type: 'group', group: 'people', icon: IconUsersGroup, make: () => ({}) },
  {
    id: 'reference',
    type: 'reference',
    group: 'people',
    icon: IconLinkPlus,
    make: (self) => ({ app: self }),
  },
  { id: 'attachment', type: 'attachment', group: 'people', icon: IconPaperclip, make: () => ({}) },
  { id: 'comments', type: 'comments', group: 'people', icon: IconMessage, make: () => ({}) },
  { id: 'observables', type: 'observables', group: 'security', icon: IconFingerprint, make: () => ({}) },
  { id: 'tasks', type: 'tasks', group: 'security', icon: IconChecklist, make: () => ({}) },
  {
    id: 'clock',
    type: 'clock',
    group: 'security',
    icon: IconStopwatch,
    make: () => ({
      target: 3600,
      start: { field: 'created_at', op: 'notEmpty' },
      stop: { any: [] },
    }),
  },
  { id: 'technique', type: 'technique', group: 'security', icon: IconTarget, make: () => ({}) },
]

export function kindOf(field: FieldInput): FieldKind | undefined {
  if (field.type === 'text' && field.format === 'rich')
    return FIELD_KINDS.find((kind) => kind.id === 'richText')
  if (field.type === 'text' && field.multiline) return FIELD_KINDS.find((kind) => kind.id === 'longText')
  return FIELD_KINDS.find((kind) => kind.type === field.type)
}
