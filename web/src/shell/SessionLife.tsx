import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchSessionLife } from '../data/session-life.ts'

/** Leads to the sign-in page within two seconds when the session ends elsewhere, on every page. */
export function SessionLife() {
  const client = useQueryClient()
  useEffect(() => watchSessionLife(client), [client])
  return null
}
