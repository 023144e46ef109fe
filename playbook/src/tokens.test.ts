import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { compileExpression } from './expression.ts'

// RFC 7515, appendices A.1, A.2, A.3, and A.5.
const CLAIMS =
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
const HS = {
  token: `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${CLAIMS}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
  key: {
    kty: 'oct',
    k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  },
}
const RS = {
  token: `eyJhbGciOiJSUzI1NiJ9.${CLAIMS}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`,
  key: {
    kty: 'RSA',
    n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
    e: 'AQAB',
  },
}
const ES = {
  token: `eyJhbGciOiJFUzI1NiJ9.${CLAIMS}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  },
}
const NONE = { token: `eyJhbGciOiJub25lIn0.${CLAIMS}.`, key: HS.key }
const EXPIRES = 1_300_819_380_000

async function valueOf(source: string, scope: object = {}, now = 0): Promise<unknown> {
  return compileExpression(source).evaluate(scope, { budget: createBudget(), now, seed: 'a' })
}
async function fault(source: string, scope: object = {}): Promise<string> {
  const value = await valueOf(source, scope).catch((error: Error) => error)
  if (!(value instanceof Error)) throw new Error(`It returned ${JSON.stringify(value)}`)
  return value.message
}

describe('a token of RFC 7515', () => {
  it.each([
    ['HS256', HS],
    ['RS256', RS],
    ['ES256', ES],
  ])('with %s is verified until it expires', async (algorithm, { token, key }) => {
    const scope = { token, key, algorithm }
    const source = '$jwtVerify(token, key, algorithm)'
    expect(await valueOf(source, scope, EXPIRES - 1_000)).toMatchObject({
      valid: true,
      header: { alg: algorithm },
      payload: { iss: 'joe', exp: EXPIRES / 1_000, 'http://example.com/is_root': true },
    })
    expect(await valueOf(source, scope, EXPIRES)).toEqual({ valid: false, reason: 'expired' })
    const changed = {
      ...scope,
      token: token.replace(/\.(.)(.{5})/, (_all, first, rest) => `.${first}${rest.toUpperCase()}`),
    }
    expect(await valueOf(source, changed)).toMatchObject({ valid: false })
    const forged = { ...scope, token: token.replace(/.{20}$/, 'A'.repeat(20)) }
    expect(await valueOf(source, forged)).toEqual({ valid: false, reason: 'signature' })
  })

  it('is found by its key in a set', async () => {
    const keys = {
      keys: [
        { ...RS.key, kid: 'a' },
        { ...ES.key, kid: 'b' },
      ],
    }
    const scope = { keys, rs: RS.token, es: ES.token, hs: HS.token }
    expect(await valueOf('$jwtVerify(rs, keys, ["RS256", "ES256"]).valid', scope)).toBe(true)
    expect(await valueOf('$jwtVerify(es, keys, ["RS256", "ES256"]).valid', scope)).toBe(true)
    expect(await valueOf('$jwtVerify(es, {"keys": []}, "ES256")', scope)).toEqual({
      valid: false,
      reason: 'unknownKey',
    })
    expect(await valueOf('$jwtVerify(hs, keys, ["RS256", "ES256"])', scope)).toEqual({
      valid: false,
      reason: 'algorithm',
    })
  })

  it('without a signature is decoded but never valid', async () => {
    expect(await valueOf('$jwtDecode(token)', NONE)).toMatchObject({
      header: { alg: 'none' },
      payload: { iss: 'joe' },
      verified: false,
    })
    expect(await valueOf('$jwtVerify(token, key, ["HS256", "HS512"])', NONE)).toEqual({
      valid: false,
      reason: 'algorithm',
    })
    expect(await fault('$jwtVerify(token, key, "none")', NONE)).toMatch(
      /algorithm one of HS256, .*, not "none"/,
    )
  })
})

describe('a signed token', () => {
  it.each(['HS256', 'HS384', 'HS512'])('with %s is valid by the same secret only', async (algorithm) => {
    const scope = { algorithm }
    const signed = '$jwtSign({"sub": "a", "iss": "me", "aud": ["x", "y"]}, "secret", algorithm, {"kid": "k"})'
    expect(await valueOf(`$jwtVerify(${signed}, "secret", algorithm)`, scope)).toEqual({
      valid: true,
      header: { typ: 'JWT', kid: 'k', alg: algorithm },
      payload: { sub: 'a', iss: 'me', aud: ['x', 'y'] },
    })
    expect(await valueOf(`$jwtVerify("Bearer " & ${signed}, "other", algorithm)`, scope)).toEqual({
      valid: false,
      reason: 'signature',
    })
    const reason = (expected: string) =>
      valueOf(`$jwtVerify(${signed}, "secret", algorithm, ${expected}).reason`, scope)
    expect(await reason('{"issuer": "me", "audience": "y"}')).toBeUndefined()
    expect(await reason('{"issuer": "you"}')).toBe('issuer')
    expect(await reason('{"audience": "z"}')).toBe('audience')
  })

  it('is not valid before its time, with times that are no numbers, or in another form', async () => {
    const reason = (claims: string) =>
      valueOf(`$jwtVerify($jwtSign(${claims}, "secret"), "secret", "HS256").reason`, {}, 10_000)
    expect(await reason('{"nbf": 11}')).toBe('notYetValid')
    expect(await reason('{"nbf": 10, "exp": 11}')).toBeUndefined()
    expect(await reason('{"exp": "tomorrow"}')).toBe('malformed')
    expect(await valueOf('$jwtVerify("a.b", "secret", "HS256").reason')).toBe('malformed')
  })

  it('can’t be made with a public key as if it were the secret', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const pem = await exportSPKI(publicKey)
    const token = await new SignJWT({ sub: 'a' }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    const forged = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(pem))
    const scope = { pem, token, forged }
    expect(await valueOf('$jwtVerify(token, pem, "ES256").valid', scope)).toBe(true)
    expect(await valueOf('$jwtVerify(forged, pem, "ES256")', scope)).toEqual({
      valid: false,
      reason: 'algorithm',
    })
    for (const algorithms of ['"HS256"', '["HS256", "ES256"]'])
      expect(await fault(`$jwtVerify(forged, pem, ${algorithms})`, scope)).toMatch(
        /takes as its key a secret for HS256/,
      )
  })

  it.each([
    ['$jwtSign("a", "s3cret")', '$jwtSign takes an object of claims'],
    ['$jwtSign({}, "")', '$jwtSign takes as its key a secret for HS256: text, or a JWK of kind oct'],
    ['$jwtSign({}, 5)', '$jwtSign takes its key as text or as an object'],
    ['$jwtSign({}, none)', '$jwtSign takes its key as text or as an object'],
    [
      '$jwtSign({}, "s3cret", "RS256")',
      '$jwtSign takes as its algorithm one of HS256, HS384, HS512, not "RS256"',
    ],
    [
      '$jwtSign({}, "s3cret", "HS256", {"crit": ["b64"]})',
      '$jwtSign takes an object as the header, without crit and b64',
    ],
    ['$jwtDecode("a.b.c")', '$jwtDecode takes a signed JSON Web Token'],
    ['$jwtDecode({})', '$jwtDecode takes the token as text'],
    [
      '$jwtVerify("a.b.c", "s3cret", "HS256", {"iss": "me"})',
      '$jwtVerify takes as what is expected an object with issuer and audience, both text',
    ],
    ['$base64urlDecode("a+b=")', '$base64urlDecode takes Base64url text, not "a+b="'],
  ])('%s says what is wrong, without the key', async (source, message) => {
    expect(await fault(source)).toBe(message)
  })

  it.each([
    ['text', 's3cret'],
    ['a key of another kind', { ...RS.key, x: 's3cret' }],
    ['a broken key', { kty: 'EC', crv: 'P-256', x: 's3cret', y: 's3cret' }],
    ['a set without keys', { keys: 's3cret' }],
    ['a broken certificate', '-----BEGIN CERTIFICATE-----\ns3cret\n-----END CERTIFICATE-----'],
  ])('with %s as its key is refused without showing it', async (_title, key) => {
    const message = await fault('$jwtVerify(token, key, "ES256")', { token: ES.token, key })
    expect(message).toMatch(/^\$jwtVerify takes as its key a /)
    expect(message).not.toContain('s3cret')
  })
})
