import { Button, TextInput } from '@mantine/core'
import { IconChevronRight, IconExternalLink, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/glyphs/Logo.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { addTexts } from '../../ui/text/i18n.ts'
import { matching } from './choice-order.ts'
import classes from './ChoicePage.module.css'
import { tenancyEn } from './tenancy.en.ts'

addTexts('tenancy', tenancyEn)

export interface Choice {
  id: string
  name: string
  note?: string | undefined
  /** A page of ours; with neither `to` nor `href` the item is disabled, and only its note is shown. */
  to?: string
  /** An external URL: the account's provider. */
  href?: string
}

interface ChoicePageProps {
  title: string
  text: string
  listLabel: string
  searchLabel: string
  choices: readonly Choice[]
  none: { title: string; text: string }
  /** Content below the list. */
  other?: ReactNode
}

export function ChoicePage({ title, text, listLabel, searchLabel, choices, none, other }: ChoicePageProps) {
  const { t } = useTranslation('tenancy')
  const [search, setSearch] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  usePageTitle(title)
  const isOnly = choices.length === 1
  // A single choice has the focus from the start: Enter opens it.
  useEffect(() => {
    if (isOnly) list.current?.querySelector('a')?.focus()
  }, [isOnly])
  const found = matching(choices, search)
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event, { list: list.current, input: input.current })
  return (
    <div className={classes.page}>
      <TopBar />
      <main className={classes.main}>
        {choices.length === 0 ? (
          <>
            <h1 className="cl-clipped">{title}</h1>
            <EmptyState title={none.title} text={none.text} />
          </>
        ) : (
          <div className={classes.box} onKeyDown={onKeyDown}>
            <h1 className={classes.title}>{title}</h1>
            <p className={classes.text}>{text}</p>
            {!isOnly && <ChoiceSearch ref={input} label={searchLabel} value={search} onChange={setSearch} />}
            {found.length > 0 ? (
              <ul className={classes.list} aria-label={listLabel} ref={list}>
                {found.map((choice) => (
                  <li key={choice.id}>
                    <ChoiceLink choice={choice} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className={classes.nothing} role="status">
                {t('nothing', { text: search.trim() })}
              </p>
            )}
            {other !== undefined && <p className={classes.other}>{other}</p>}
          </div>
        )}
      </main>
    </div>
  )
}

function TopBar() {
  const { t } = useTranslation('tenancy')
  return (
    <header className={classes.top}>
      <span className={classes.brand}>
        <Logo size={24} />
        Caseloom
      </span>
      <Button variant="subtle" component={Link} to="/logout">
        {t('logOut')}
      </Button>
    </header>
  )
}

interface ChoiceSearchProps {
  ref: Ref<HTMLInputElement>
  label: string
  value: string
  onChange: (text: string) => void
}

function ChoiceSearch({ ref, label, value, onChange }: ChoiceSearchProps) {
  return (
    <TextInput
      ref={ref}
      size="md"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      autoFocus
    />
  )
}

interface Targets {
  list: HTMLElement | null
  input: HTMLElement | null
}

/** Arrows move through the list and back into the search; Enter there opens the first item. */
function moveFocus(event: KeyboardEvent, { list, input }: Targets): void {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
  else if (event.key === 'ArrowUp' && at > 0) links[at - 1]?.focus()
  else if (event.key === 'ArrowUp') input?.focus()
  else if (event.key === 'Enter' && at === -1 && event.target === input) links[0]?.click()
  else {
    // Typing in the list continues to filter it.
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.metaKey && !event.ctrlKey
    if (at >= 0 && isLetter) input?.focus()
    return
  }
  event.preventDefault()
}

function ChoiceLink({ choice }: { choice: Choice }) {
  const isOutside = choice.href !== undefined
  const Arrow = isOutside ? IconExternalLink : IconChevronRight
  const inside = (
    <>
      <span className={classes.name} title={choice.name}>
        {choice.name}
      </span>
      {choice.note !== undefined && <span className={classes.note}>{choice.note}</span>}
      <Arrow size={16} stroke={1.6} aria-hidden className={classes.arrow} />
    </>
  )
  if (choice.href !== undefined) {
    return (
      <a href={choice.href} className={classes.choice}>
        {inside}
      </a>
    )
  }
  if (choice.to === undefined) {
    return (
      <div className={classes.choice} data-closed>
        <span className={classes.name} title={choice.name}>
          {choice.name}
        </span>
        <span className={classes.note}>{choice.note}</span>
      </div>
    )
  }
  return (
    <Link to={choice.to} className={classes.choice}>
      {inside}
    </Link>
  )
}
