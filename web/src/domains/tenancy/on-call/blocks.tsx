import type { OnCallCalendar, OnCallSpanView } from '@caseloom/contract/tenancy/on-call'
import type { TFunction } from 'i18next'
import { nameOf } from './names.ts'
import { stretchText } from './calendar.ts'
import type { Block } from './Lane.tsx'
import { SpanCard } from './SpanCard.tsx'
import type { Asking } from './types.ts'

interface Around {
  calendar: OnCallCalendar
  t: TFunction<'onCall'>
  onAsk: (asking: Asking) => void
}

/** The result as blocks of a lane. */
export function resultBlocks({ calendar, t, onAsk }: Around): Block[] {
  const { zone } = calendar.schedule
  return calendar.spans.map((span) => {
    const name = nameOf(span.person, t)
    const when = stretchText(span, zone, { to: t('to') })
    const isOverride = span.override !== null
    return {
      key: span.from,
      from: span.from,
      to: span.to,
      name,
      label: t(isOverride ? 'blockOverride' : 'block', { name: name ?? t('gap'), when }),
      isOverride,
      card: (close) => <SpanCard span={span} calendar={calendar} onAsk={onAsk} onClose={close} />,
    }
  })
}

/** The turns of one layer as blocks; pressing one shows what the result is then. */
export function layerBlocks(around: Around, at: number): Block[] {
  const { calendar, t, onAsk } = around
  const { zone } = calendar.schedule
  return (calendar.layers[at] ?? []).map((turn) => {
    const name = nameOf(turn.person, t)
    const when = stretchText(turn, zone, { to: t('to') })
    const span: OnCallSpanView = { ...turn, override: null, layer: at, away: [] }
    return {
      key: turn.from,
      from: turn.from,
      to: turn.to,
      name,
      label: t('block', { name: name ?? '', when }),
      card: (close) => <SpanCard span={span} calendar={calendar} onAsk={onAsk} onClose={close} />,
    }
  })
}

/** The overrides of the period as blocks. */
export function overrideBlocks({ calendar, t, onAsk }: Around): Block[] {
  const { zone } = calendar.schedule
  return calendar.overrides.map(({ id, from, to, person }) => {
    const name = nameOf(person, t)
    const span: OnCallSpanView = { from, to, person, override: id, layer: null, away: [] }
    return {
      key: id,
      from,
      to,
      name,
      label: t('blockOverride', { name: name ?? '', when: stretchText({ from, to }, zone, { to: t('to') }) }),
      isOverride: true,
      card: (close) => <SpanCard span={span} calendar={calendar} onAsk={onAsk} onClose={close} />,
    }
  })
}
