import type { Lookup } from '@caseloom/contract/records/observable-lookups'
import { isExpired } from '@caseloom/contract/values/verdict'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useNow } from '../../../ui/Times.tsx'
import { formatAge } from '../../../ui/time.ts'
import classes from './Verdicts.module.css'
import { verdictsEn } from './verdicts.en.ts'

addTexts('verdicts', verdictsEn)

const SHOWN = 5
const MINUTE = 60_000

/** One tile for each source, with what it said. */
export function SourceTiles({ lookups }: { lookups: readonly Lookup[] }) {
  const { t } = useTranslation('verdicts')
  const now = useNow()
  if (lookups.length === 0) return <span className={classes.quiet}>–</span>
  const words = lookups.map((one) => lookupWords(t, one, now))
  return (
    <span className={classes.tiles} role="img" aria-label={words.join('; ')}>
      {lookups.slice(0, SHOWN).map((one, at) => (
        <span
          key={one.source}
          className={classes.tile}
          data-verdict={one.verdict}
          data-expired={isExpired(one, now) || undefined}
          title={words[at]}
        />
      ))}
      {lookups.length > SHOWN && (
        <span className={classes.quiet} title={words.slice(SHOWN).join('\n')}>
          {t('more', { count: lookups.length - SHOWN })}
        </span>
      )}
    </span>
  )
}

type Words = TFunction<'verdicts'>

function lookupWords(t: Words, one: Lookup, now: number): string {
  const word = t(`verdicts.${one.verdict}`)
  const verdict = one.score === null ? word : t('scored', { verdict: word, score: one.score })
  const ms = now - Date.parse(one.checkedAt)
  const named = { source: one.source, verdict, age: formatAge(ms) }
  const lookup = t(ms < MINUTE ? 'lookupNow' : 'lookup', named)
  const summed = one.summary === '' ? lookup : t('summed', { lookup, summary: one.summary })
  return isExpired(one, now) ? t('expired', { lookup: summed }) : summed
}
