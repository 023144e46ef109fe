import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Path } from '../model/places.ts'

export interface RoleFieldProps {
  label: string
  path: Path
  required: boolean
  readOnly: boolean
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
}
