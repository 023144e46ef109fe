import { ActionIcon as IconButton, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionIcon, tileHue } from '../../shared/action-icon.tsx'
import classes from './Palette.module.css'
import { groupsOf, keepRecent, type PaletteItem, readRecent } from './palette-items.ts'

interface ActionPaletteProps {
  items: readonly PaletteItem[]
  title: string
  onPick: (item: PaletteItem) => void
  onClose: () => void
}

export const DRAGGED = 'application/x-caseloom-action'

export function ActionPalette({ items, title, onPick, onClose }: ActionPaletteProps) {
  const { t } = useTranslation('builder')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const groups = useMemo(
    () => groupsOf(items, typed, { name: t('palette.recent'), ids: readRecent() }),
    [items, typed, t],
  )
  const flat = groups.flatMap(({ items: held }) => held)
  const places = new Map(flat.map((item, index) => [item, index]))
  const current = flat[Math.min(at, flat.length - 1)]
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const pick = (item: PaletteItem) => {
    keepRecent(item.id)
    onPick(item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((before) => Math.max(0, Math.min(flat.length - 1, Math.min(before, flat.length - 1) + step)))
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      pick(current)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    event.stopPropagation()
  }
  const optionId = (index: number) => `${id}-${index}`
  return (
    <div className={classes.palette} role="dialog" aria-label={t('palette.label')}>
      <div className={classes.paletteHead}>
        <div className={classes.paletteTitle}>
          <span title={title}>{title}</span>
          <IconButton size={24} aria-label={t('palette.close')} title={t('palette.close')} onClick={onClose}>
            <IconX size={14} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        <TextInput
          role="combobox"
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : optionId(flat.indexOf(current))}
          autoFocus
          autoComplete="off"
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className={classes.paletteList}
        ref={list}
        role="listbox"
        id={`${id}-list`}
        aria-label={t('palette.list')}
      >
        {flat.length === 0 && <p className={classes.nothing}>{t('palette.nothing', { typed })}</p>}
        {groups.map(({ group, items: held, hidden }) => (
          <div key={group} role="group" aria-label={group}>
            <div className={classes.groupTitle} aria-hidden>
              {group}
            </div>
            {held.map((item) => (
              <Option
                key={item.id}
                id={optionId(places.get(item) ?? 0)}
                item={item}
                isCurrent={item === current}
                onPick={pick}
              />
            ))}
            {hidden > 0 && <p className={classes.hidden}>{t('palette.more', { count: hidden })}</p>}
          </div>
        ))}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  item: PaletteItem
  isCurrent: boolean
  onPick: (item: PaletteItem) => void
}

function Option({ id, item, isCurrent, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box above has the keys of this list
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={classes.option}
      title={item.text}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, item.id)
        event.dataTransfer.effectAllowed = 'copy'
      }}
      onClick={() => onPick(item)}
    >
      <span
        className={classes.optionTile}
        data-hue={item.isTrigger ? 'accent' : tileHue(item.action)}
        aria-hidden
      >
        <ActionIcon action={item.action} />
      </span>
      <span className={classes.optionWords}>
        <span className={classes.optionTitle}>{item.title}</span>
        <span className={classes.optionText}>{item.text}</span>
      </span>
    </div>
  )
}
