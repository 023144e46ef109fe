import { expect, it } from 'vitest'
import { canonicalCode, codeFrom, installAddress } from './install-code.rules.ts'

it('the address that the operator opens carries the code as it is compared', () => {
  const code = codeFrom(() => 0)
  const address = new URL(installAddress('https://soc.example.org', code))
  expect(address.href).toBe('https://soc.example.org/install?code=22222-22222')
  expect(canonicalCode(address.searchParams.get('code') ?? '')).toBe(canonicalCode(code))
})
