import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { useEffect, useState } from 'react'

export type TechniqueTable = typeof import('@caseloom/contract/values/attack-techniques')

let table: TechniqueTable | null = null
let choices: ComboboxItem[] | null = null

/** Loaded when the first field needs it; null until then. */
export function useTechniques(wanted = true): TechniqueTable | null {
  const [loaded, setLoaded] = useState(table)
  useEffect(() => {
    if (loaded !== null || !wanted) return
    let here = true
    void import('@caseloom/contract/values/attack-techniques').then((found) => {
      table = found
      if (here) setLoaded(found)
    })
    return () => {
      here = false
    }
  }, [loaded, wanted])
  return loaded
}

export function techniqueChoices({ allTechniques, techniqueLabel }: TechniqueTable): ComboboxItem[] {
  choices ??= [...allTechniques().keys()].map((id) => ({ value: id, label: techniqueLabel(id) }))
  return choices
}

/** Matches when every query word occurs in the ID, name, or tactic. */
export function matchesTechnique(from: TechniqueTable | null): OptionsFilter {
  return ({ options, search, limit }) => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found = options.filter((option) => {
      if (!('value' in option)) return true
      const tactics = from?.allTechniques().get(option.value)?.tactics.join(' ') ?? ''
      const text = `${option.label} ${tactics}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return found.slice(0, limit)
  }
}
