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
  const groups = useMemo(
    () => groupsOf(items, typed, { name: t('palette.recent'), ids: readRecent() }),
    [items, typed, t],
  )
  const flat = groups.flatMap(({ items: held }) => held)
  const places = new Map(flat.map((item, index) => [item, index]))
  const { list, current, move, restart } = useCurrent(flat)
  const pick = (item: PaletteItem) => {
    keepRecent(item.id)
    onPick(item)
  }
  const onKeyDown = (event: KeyboardEvent) =>
    onPaletteKey(event, { move, pick: current && (() => pick(current)), close: onClose })
  const idOf = (item: PaletteItem) => `${id}-${places.get(item) ?? 0}`
  return (
    <div className={classes.palette} role="dialog" aria-label={t('palette.label')}>
      <div className={classes.paletteHead}>
        <PaletteTitle title={title} onClose={onClose} />
        <PaletteSearch
          listId={`${id}-list`}
          currentId={current && idOf(current)}
          typed={typed}
          onType={(next) => {
            setTyped(next)
            restart()
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
        {groups.map((group) => (
          <Group key={group.group} group={group} current={current} idOf={idOf} onPick={pick} />
        ))}
      </div>
    </div>
  )
}

interface Acts {
  move: (step: 1 | -1) => void
  pick: (() => void) | undefined
  close: () => void
}

/** The item that Enter picks, scrolled into view. */
function useCurrent(flat: readonly PaletteItem[]) {
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const last = flat.length - 1
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return {
    list,
    current: flat[Math.min(at, last)],
    move: (step: 1 | -1) => setAt((before) => Math.max(0, Math.min(last, Math.min(before, last) + step))),
    restart: () => setAt(0),
  }
}

function onPaletteKey(event: KeyboardEvent, acts: Acts): void {
  const act = actOf(event.key, acts)
  if (act !== undefined) {
    event.preventDefault()
    act()
  }
  event.stopPropagation()
}

interface PaletteSearchProps {
  listId: string
  currentId: string | undefined
  typed: string
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PaletteSearch({ listId, currentId, typed, onType, onKeyDown }: PaletteSearchProps) {
  const { t } = useTranslation('builder')
  return (
    <TextInput
      role="combobox"
      aria-label={t('palette.search')}
      placeholder={t('palette.search')}
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={currentId}
      autoFocus
      autoComplete="off"
      leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function actOf(key: string, { move, pick, close }: Acts): (() => void) | undefined {
  switch (key) {
    case 'ArrowDown':
      return () => move(1)
    case 'ArrowUp':
      return () => move(-1)
    case 'Enter':
      return pick
    case 'Escape':
      return close
    default:
      return undefined
  }
}

function PaletteTitle({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('builder')
  return (
    <div className={classes.paletteTitle}>
      <span title={title}>{title}</span>
      <IconButton size={24} aria-label={t('palette.close')} title={t('palette.close')} onClick={onClose}>
        <IconX size={14} stroke={1.7} aria-hidden />
      </IconButton>
    </div>
  )
}

interface GroupProps {
  group: ReturnType<typeof groupsOf>[number]
  current: PaletteItem | undefined
  idOf: (item: PaletteItem) => string
  onPick: (item: PaletteItem) => void
}

function Group({ group: { group, items, hidden }, current, idOf, onPick }: GroupProps) {
  const { t } = useTranslation('builder')
  return (
    <div role="group" aria-label={group}>
      <div className={classes.groupTitle} aria-hidden>
        {group}
      </div>
      {items.map((item) => (
        <Option key={item.id} id={idOf(item)} item={item} isCurrent={item === current} onPick={onPick} />
      ))}
      {hidden > 0 && <p className={classes.hidden}>{t('palette.more', { count: hidden })}</p>}
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
