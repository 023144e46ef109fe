import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Canvas.module.css'
import type { Scene } from './scene.ts'

interface CanvasFinderProps {
  scene: Scene
  onShow: (node: string) => void
  onClose: (node: string | null) => void
}

/** Enter goes to the next match; Escape closes on the current one. */
export function CanvasFinder({ scene, onShow, onClose }: CanvasFinderProps) {
  const { t } = useTranslation('builder')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const foundFor = (text: string) => {
    const word = text.trim().toLowerCase()
    if (word === '') return []
    return scene.nodes.filter(({ id, facts }) =>
      `${id} ${facts.title} ${facts.action}`.toLowerCase().includes(word),
    )
  }
  const found = foundFor(typed)
  const go = (list: typeof found, index: number) => {
    setAt(index)
    const node = list[index]
    if (node !== undefined) onShow(node.id)
  }
  const words =
    typed.trim() === ''
      ? ''
      : found.length === 0
        ? t('find.none')
        : t('find.of', { at: at + 1, count: found.length })
  return (
    <search className={classes.finder}>
      <TextInput
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          go(foundFor(event.currentTarget.value), 0)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onClose(found[at]?.id ?? null)
          if (event.key !== 'Enter' || found.length === 0) return
          go(found, (at + (event.shiftKey ? found.length - 1 : 1)) % found.length)
        }}
      />
      <output>{words}</output>
      <ActionIcon aria-label={t('find.close')} title={t('find.close')} onClick={() => onClose(null)}>
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </search>
  )
}
