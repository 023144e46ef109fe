import { Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../Kbd.tsx'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'
import { itemOfDigit, narrowed, type PickItem } from './pick-items.ts'
import classes from './PickMenu.module.css'

addTexts('ui', workEn)

const MAX_SHOWN = 100

interface PickListProps {
  /** "Set status": the name of the menu and the hint in its input. */
  title: string
  /** The key that opens it. */
  opensWith?: string
  items: readonly PickItem[]
  /** Values that are set now. */
  chosen: readonly string[]
  /** The cursor starts at what is set instead of at the first item. */
  startsAtChosen?: boolean
  onPick: (value: string) => void
}

/** Typing narrows, digits and Enter choose. */
function PickList(props: PickListProps) {
  const { title, opensWith, items, chosen, onPick } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(() =>
    props.startsAtChosen === true
      ? Math.max(
          0,
          items.findIndex(({ value }) => chosen.includes(value)),
        )
      : 0,
  )
  const shown = narrowed(items, typed).slice(0, MAX_SHOWN)
  const active = Math.min(at, shown.length - 1)
  const onKeyDown = useListKeys({ id, items, shown, active, typed, onMove: setAt, onPick })
  return (
    <>
      <div className={classes.head}>
        <PickInput
          title={title}
          list={id}
          active={active >= 0 ? `${id}-${active}` : undefined}
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        {opensWith !== undefined && <Kbd keys={opensWith} />}
      </div>
      <div id={id} role="listbox" aria-label={title} className={classes.list}>
        <PickOptions {...{ id, shown, chosen, active, onPick }} isTyped={typed !== ''} onHover={setAt} />
      </div>
      {shown.length === 0 && (
        <p className={classes.none} role="status">
          {t('pick.none')}
        </p>
      )}
    </>
  )
}

interface PickOptionsProps extends Pick<PickListProps, 'chosen' | 'onPick'> {
  id: string
  shown: readonly PickItem[]
  active: number
  isTyped: boolean
  onHover: (index: number) => void
}

function PickOptions({ id, shown, chosen, active, isTyped, onHover, onPick }: PickOptionsProps) {
  return shown.map((item, index) => (
    <PickOption
      key={item.value}
      id={`${id}-${index}`}
      item={item}
      digit={!isTyped && index < 9 ? String(index + 1) : undefined}
      isActive={index === active}
      isChosen={chosen.includes(item.value)}
      onHover={() => onHover(index)}
      onPick={onPick}
    />
  ))
}

interface PickInputProps {
  title: string
  /** IDs of the list and of the item under the cursor. */
  list: string
  active: string | undefined
  typed: string
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PickInput({ title, list, active, typed, onType, onKeyDown }: PickInputProps) {
  return (
    <input
      className={classes.input}
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-label={title}
      aria-autocomplete="list"
      aria-activedescendant={active}
      autoComplete="off"
      placeholder={title}
      data-autofocus
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

interface ListKeys extends Pick<PickListProps, 'items' | 'onPick'> {
  id: string
  shown: readonly PickItem[]
  active: number
  typed: string
  onMove: (to: number) => void
}

/** Arrows move, Enter and digits choose; everything else is text. */
function useListKeys({ id, items, shown, active, typed, onMove, onPick }: ListKeys) {
  const move = (to: number) => {
    const next = Math.min(shown.length - 1, Math.max(0, to))
    onMove(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
    const step = steps[event.key]
    const picked = event.key === 'Enter' ? shown[active] : itemOfDigit(items, event.key, typed)
    if (step !== undefined) move(step)
    else if (picked !== undefined) onPick(picked.value)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }
}

interface PickOptionProps {
  id: string
  item: PickItem
  digit: string | undefined
  isActive: boolean
  isChosen: boolean
  onHover: () => void
  onPick: (value: string) => void
}

function PickOption({ id, item, digit, isActive, isChosen, onHover, onPick }: PickOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.option}
      data-active={isActive || undefined}
      onMouseMove={onHover}
      // The input keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(item.value)}
    >
      <span className={classes.shown}>{item.shown ?? item.label}</span>
      {isChosen && <IconCheck size={14} stroke={2} aria-hidden className={classes.check} />}
      <span className={classes.end}>
        {item.hint}
        {digit !== undefined && <Kbd keys={digit} />}
      </span>
    </div>
  )
}

interface PickMenuProps extends PickListProps {
  opened: boolean
  onChange: (opened: boolean) => void
  width?: number
  position?: 'bottom-start' | 'bottom-end'
  /** It's gone, and what it hangs at has the focus again: a dialog can open now and return the focus there. */
  onClosed?: () => void
  /** What it hangs at. */
  children: ReactNode
}

/** A menu to choose a value of something: at a chip, a cell, or a button. It closes once a value is chosen. */
export function PickMenu(props: PickMenuProps) {
  const { opened, onChange, width = 272, position = 'bottom-start', onClosed, children, ...list } = props
  const pick = (value: string) => {
    onChange(false)
    list.onPick(value)
  }
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position={position}
      width={width}
      trapFocus
      returnFocus
      withinPortal
      {...(onClosed === undefined ? {} : { onExitTransitionEnd: onClosed })}
      middlewares={{ flip: true, shift: true }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} className={classes.menu ?? ''} aria-label={list.title}>
        {opened && <PickList {...list} onPick={pick} />}
      </Popover.Dropdown>
    </Popover>
  )
}
