import { type ReactNode, useState } from 'react'
import { Content, FilterBar, PageBar, PageFrame, StatusBar } from '../frame/Frame.tsx'
import { PageFailure } from '../frame/PageFailure.tsx'
import { Cards } from './Card.tsx'
import classes from './CardsPage.module.css'
import type { ListView } from './list-props.ts'
import { SearchField } from './SearchField.tsx'

interface CardsPageProps<Item extends { id: string }> {
  title: string
  list: ListView<Item>
  texts: { search: string; failed: string; noMatch?: (text: string) => string }
  actions?: ReactNode
  /** The words of an item that the search matches. */
  wordsOf: (item: Item) => string
  card: (item: Item) => ReactNode
  /** Shown instead of the cards when there is none. */
  empty: ReactNode
  /** Below the cards. */
  more?: ReactNode
  summary: (shown: number, all: number) => ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A page of cards with a search: few items, loaded together. */
export function CardsPage<Item extends { id: string }>(props: CardsPageProps<Item>) {
  const { title, list, texts, actions, wordsOf, card, empty, more, summary, children } = props
  const [text, setText] = useState('')
  if (list.status === 'error' && list.error !== undefined)
    return <PageFailure title={texts.failed} error={list.error} onRetry={list.onRetry} />
  const wanted = text.trim().toLowerCase()
  const shown = list.rows.filter((item) => wordsOf(item).toLowerCase().includes(wanted))
  return (
    <PageFrame>
      <PageBar title={title} actions={actions} />
      <FilterBar>
        <SearchField
          label={texts.search}
          type="search"
          className={classes.search}
          value={text}
          onChange={setText}
        />
      </FilterBar>
      <Content padding="page" fill="canvas">
        {list.isLoaded && list.rows.length === 0 ? (
          empty
        ) : list.isLoaded && shown.length === 0 && texts.noMatch !== undefined ? (
          <p className={classes.quiet}>{texts.noMatch(text)}</p>
        ) : (
          <Cards label={title}>{shown.map(card)}</Cards>
        )}
        {more}
      </Content>
      <StatusBar>{list.isLoaded && summary(shown.length, list.rows.length)}</StatusBar>
      {children}
    </PageFrame>
  )
}
