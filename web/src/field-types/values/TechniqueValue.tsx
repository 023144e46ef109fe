import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Tags } from '../../ui/Chip.tsx'
import { useTechniques } from './techniques.ts'

interface TechniqueValueProps {
  value: JsonValue
  multiple: boolean
  /** In a list: only IDs, with the names in the tooltip. */
  compact: boolean
}

/** `T1059.001 Command and Scripting Interpreter: PowerShell`. */
export function TechniqueValue({ value, multiple, compact }: TechniqueValueProps) {
  const table = useTechniques()
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
  const label = (id: string) => table?.techniqueLabel(id) ?? id
  if (!multiple) return <span title={compact ? label(ids[0] ?? '') : undefined}>{label(ids[0] ?? '')}</span>
  return compact ? (
    <span title={ids.map(label).join(', ')}>
      <Tags values={ids} show={2} />
    </span>
  ) : (
    <Tags values={ids.map(label)} show={50} />
  )
}
