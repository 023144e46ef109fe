import { type ReactNode, useEffect, useState } from 'react'
import { returnFocus } from '../focus-return.ts'
import { showIconTitles } from '../icon-titles.ts'
import { ContentScroller } from './content-scroller.ts'
import classes from './Frame.module.css'

/**
 * The stack of bars every page is made of, below the shell's top bar, always in this order:
 *
 *   <PageFrame>
 *     <PageBar title="Orchestration" actions={…} />   or   <TabBar label="Views" tabs={…} actions={…} />
 *     <FilterBar end={…}>…</FilterBar>
 *     <Content>…</Content>                             // scrolls; `padding` for pages that are not a grid
 *     <StatusBar end={…}>38 of 4,817 alerts</StatusBar>
 *   </PageFrame>
 *
 * The bars stay in every state (loading, empty, error); only the content changes.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  useEffect(() => showIconTitles(document), [])
  useEffect(() => returnFocus(document), [])
  return <div className={classes.frame}>{children}</div>
}

interface PageBarProps {
  title: ReactNode
  /** Beside the title: a status chip, a count. */
  beside?: ReactNode
  /** Which part of the thing is shown; on a line of its own where the bar is narrow. */
  parts?: ReactNode
  actions?: ReactNode
}

/** 44 px: the page's title (h1) and its actions; one filled button at most. */
export function PageBar({ title, beside, parts, actions }: PageBarProps) {
  return (
    <header className={classes.pageBar} data-parts={parts === undefined ? undefined : true}>
      <div className={classes.pageRow}>
        <h1 className={classes.pageTitle} title={typeof title === 'string' ? title : undefined}>
          {title}
        </h1>
        {beside}
        {parts !== undefined && <div className={classes.parts}>{parts}</div>}
        <div className={classes.end}>{actions}</div>
      </div>
    </header>
  )
}

interface FilterBarProps {
  children: ReactNode
  end?: ReactNode
  /** Filters that don't fit wrap to the next line instead of being cut. */
  wraps?: boolean
}

export function FilterBar({ children, end, wraps = false }: FilterBarProps) {
  return (
    <div className={classes.filterBar} data-wraps={wraps || undefined}>
      <div className={classes.filters}>{children}</div>
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </div>
  )
}

interface ContentProps {
  children: ReactNode
  /** `page` 16 px, `record` 24 px; none for grids and canvases. */
  padding?: 'none' | 'page' | 'record'
  /** Background: pages are surface, dashboards and canvases are canvas. */
  fill?: 'surface' | 'canvas'
}

/** Takes the remaining height and scrolls. */
export function Content({ children, padding = 'none', fill = 'surface' }: ContentProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  return (
    <div ref={setScroller} className={classes.content} data-padding={padding} data-fill={fill}>
      <ContentScroller value={scroller}>{children}</ContentScroller>
    </div>
  )
}

/** 28 px at the bottom: counts at the left, key hints and the live state at the right. */
export function StatusBar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <footer className={classes.statusBar}>
      <div className={classes.statusStart}>{children}</div>
      {end !== undefined && <div className={classes.statusEnd}>{end}</div>}
    </footer>
  )
}

/** Key hint of the status bar: the keys, then the word. */
export function KeyHint({ keys, children }: { keys: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.hint}>
      {keys}
      {children}
    </span>
  )
}

/** Centres a card or an empty state in the content. */
export function Centred({ children }: { children: ReactNode }) {
  return <div className={classes.centred}>{children}</div>
}
