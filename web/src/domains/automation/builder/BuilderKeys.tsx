import { useTranslation } from 'react-i18next'
import { StatusBar } from '../../../ui/frame/Frame.tsx'
import { Shortcuts } from '../../../ui/shortcuts/Shortcuts.tsx'

const KEYS = {
  walk: ['↑', '↓', '←', '→'],
  open: ['↵'],
  add: ['A'],
  before: ['B'],
  delete: ['Del'],
  undo: ['Ctrl', 'Z'],
  redo: ['Ctrl', '⇧', 'Z'],
  copy: ['Ctrl', 'C', 'X', 'V'],
  duplicate: ['Ctrl', 'D'],
  all: ['Ctrl', 'A'],
  toggle: ['Space'],
  nudge: ['Alt', '↑', '↓', '←', '→'],
  find: ['Ctrl', 'F'],
  zoom: ['+', '−'],
  fit: ['F'],
}

export function BuilderKeys() {
  const { t } = useTranslation('builder')
  const shortcuts = Object.entries(KEYS).map(([name, keys]) => ({ keys, label: t(`keys.${name}`) }))
  return <StatusBar end={<Shortcuts shortcuts={shortcuts} />} />
}
