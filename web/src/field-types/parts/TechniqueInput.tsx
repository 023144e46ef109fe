import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { MultiSelect, Select } from '@mantine/core'
import type { FilterSubject } from './filter-choices.ts'
import {
  matchesTechnique,
  techniqueChoices,
  type TechniqueTable,
  useTechniques,
} from '../values/techniques.ts'

/** Null for other fields, and until it is loaded. */
export function useTechniqueMenu(subject: FilterSubject): TechniqueTable | null {
  const isTechnique = subject.field !== undefined && fieldTraits(subject.field).techniques
  const table = useTechniques(isTechnique)
  return isTechnique ? table : null
}

interface TechniqueInputProps {
  label: string
  menu: TechniqueTable
  several: boolean
  value: string | string[]
  onChange: (value: string | string[]) => void
}

export function TechniqueInput({ label, menu, several, value, onChange }: TechniqueInputProps) {
  const shared = {
    label,
    data: techniqueChoices(menu),
    searchable: true,
    limit: 60,
    filter: matchesTechnique(menu),
    comboboxProps: { withinPortal: false },
  }
  if (several)
    return <MultiSelect {...shared} value={Array.isArray(value) ? value : []} onChange={onChange} />
  const one = Array.isArray(value) ? (value[0] ?? '') : value
  return <Select {...shared} value={one === '' ? null : one} onChange={(next) => onChange(next ?? '')} />
}
