import { useEffect, useState } from 'react'
import { storedDraft } from '../../../data/stored-draft.ts'
import { visitAt, Visits, withVisit } from './visit.ts'

const visitsOf = (userId: string) => storedDraft(`caseloom.visits.${userId}`, Visits)

function visit(userId: string, recordId: string): number | null {
  const stored = visitsOf(userId)
  const visits = stored.read() ?? {}
  const present = visitAt(visits[recordId], Date.now())
  stored.write(withVisit(visits, recordId, present))
  return present.before
}

/** When the person’s last visit to the timeline ended, as this browser knows it; null on the first. */
export function useVisit(userId: string, recordId: string): number | null {
  const [before, setBefore] = useState(() => visit(userId, recordId))
  useEffect(() => {
    const note = () => {
      const latest = visit(userId, recordId)
      if (document.visibilityState === 'visible') setBefore(latest)
    }
    document.addEventListener('visibilitychange', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      visit(userId, recordId)
    }
  }, [userId, recordId])
  return before
}
