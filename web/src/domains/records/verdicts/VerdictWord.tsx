import type { OverallVerdict, Verdict } from '@caseloom/contract/values/verdict'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../ui/Chip.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { VERDICT_HUE } from './verdict-look.ts'
import classes from './Verdicts.module.css'
import { verdictsEn } from './verdicts.en.ts'

addTexts('verdicts', verdictsEn)

type Judged = Pick<OverallVerdict, 'verdict' | 'score'>

/** Dot, word, and score; only malicious colors the word. */
export function VerdictWord({ verdict, score }: Judged) {
  const { t } = useTranslation('verdicts')
  return (
    <span className={classes.word} data-verdict={verdict}>
      <span className={classes.dot} aria-hidden />
      <span>{t(`verdicts.${verdict}`)}</span>
      {score !== null && <span className={classes.score}>{score}</span>}
    </span>
  )
}

/** The verdict in a header. */
export function VerdictChip({ verdict, score }: Judged) {
  const { t } = useTranslation('verdicts')
  const word = t(`verdicts.${verdict}`)
  return (
    <Chip hue={VERDICT_HUE[verdict]}>{score === null ? word : t('scored', { verdict: word, score })}</Chip>
  )
}

export function VerdictDot({ verdict }: { verdict: Verdict }) {
  return <span className={classes.dot} data-verdict={verdict} aria-hidden />
}
