import { defaultOptionsFilter, Select } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/text/i18n.ts'
import { announce } from '../../ui/live-region.ts'
import { fieldsEn } from '../values/fields.en.ts'

addTexts('fields', fieldsEn)

interface Option {
  value: string
  label: string
}

type Options = readonly (Option | { group: string; items: Option[] })[]

interface TypedSelectProps {
  label: string
  data: Options
  value: string | null
  onChange: (next: string) => void
  /** The label is only read aloud, where the row has no visible ones. */
  isLabelHidden?: boolean
  placeholder?: string
  disabled?: boolean
  readOnly?: boolean
  withinPortal?: boolean
}

/** A part of a condition, found by typing: Enter, Tab, or leaving the field takes the first match. */
export function TypedSelect(props: TypedSelectProps) {
  const { label, data, value, onChange, isLabelHidden = false, withinPortal = false, ...rest } = props
  const { t } = useTranslation('fields')
  const typed = useTyped(data, value, onChange)
  return (
    <Select
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      wrapperProps={{ 'data-typed-select': true }}
      data={data}
      value={value}
      searchable
      searchValue={typed.text}
      selectFirstOptionOnChange
      openOnFocus={false}
      allowDeselect={false}
      dropdownOpened={typed.isOpen}
      onDropdownOpen={() => typed.setOpen(true)}
      onDropdownClose={() => typed.setOpen(false)}
      nothingFoundMessage={t('filter.noMatch')}
      comboboxProps={{ withinPortal }}
      onChange={(next) => next !== null && onChange(next)}
      onOptionSubmit={typed.forget}
      onInput={({ currentTarget }) => announce(typed.type(currentTarget.value) ?? t('filter.noMatch'))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      // A click places the caret after focus: select again, so that typing replaces the text.
      onClick={({ currentTarget }) => currentTarget.select()}
      onKeyDownCapture={typed.press}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (typed.take() && relatedTarget !== null) keepFocus(currentTarget)
      }}
    />
  )
}

/** What is typed, which is null while the field shows its value. */
function useTyped(data: Options, value: string | null, onChange: (next: string) => void) {
  const [search, setSearch] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isMoved = useRef(false)
  const options = data.flatMap((one) => ('items' in one ? one.items : [one]))
  const match = (text: string) => matchOf(options, text)
  const forget = () => {
    setSearch(null)
    setOpen(false)
  }
  /** True where another option is taken. */
  const take = () => {
    const taken = search === null || isMoved.current ? undefined : match(search)
    forget()
    if (taken === undefined || taken.value === value) return false
    onChange(taken.value)
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key.startsWith('Arrow')) isMoved.current = true
    else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      forget()
    } else if (event.key === 'Tab') take()
    else if (event.key === 'Enter' && search !== null && !isMoved.current) {
      event.preventDefault()
      event.stopPropagation()
      if (match(search) !== undefined) take()
    }
  }
  return {
    text: search ?? options.find((one) => one.value === value)?.label ?? '',
    isOpen,
    setOpen,
    forget,
    take,
    press,
    /** Returns the label of the first match. */
    type: (text: string) => {
      isMoved.current = false
      setSearch(text)
      return match(text)?.label
    },
  }
}

/** The option with the typed label, or the first one that contains the text, as the menu lists them. */
function matchOf(options: readonly Option[], text: string): Option | undefined {
  if (text.trim() === '') return undefined
  const isMatch = (one: Option) => defaultOptionsFilter({ options: [one], search: text, limit: 1 }).length > 0
  return options.find(({ label }) => label === text.trim()) ?? options.find(isMatch)
}

/** Another operator may replace the value's input while a click moves the focus there: the new input gets it. */
function keepFocus(left: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    let place = left.closest('[data-typed-select]')?.nextElementSibling ?? null
    for (; place !== null; place = place.nextElementSibling) {
      const input = place.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
      if (input !== null) return input.focus()
    }
    left.focus()
  })
}
