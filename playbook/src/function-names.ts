/** The functions of JSONata that expressions may call; `$eval` is not among them. */
export const JSONATA_NAMES: ReadonlySet<string> = new Set(
  `abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl decodeUrlComponent
  distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger formatNumber fromMillis
  join keys length lookup lowercase map match max merge millis min not now number pad parseInteger power random reduce
  replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter substringBefore sum
  toMillis trim type uppercase zip`.split(/\s+/),
)

/** Functions of Caseloom's own. */
export const OWN_NAMES: ReadonlySet<string> = new Set(
  `addBusinessTime addTime addressKind addressToNumber base64urlDecode base64urlEncode businessHours defang deviation diff
  domainParts endOf hash hexDecode hexEncode hmac inNetwork jwtDecode jwtSign jwtVerify median networkRange numberToAddress
  parseJson parseLog parseXml parseYaml percentile refang similarity startOf toXml toYaml urlParts`.split(
    /\s+/,
  ),
)

/** All functions that expressions may call. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([...JSONATA_NAMES, ...OWN_NAMES])

/** Functions whose result doesn’t follow from their arguments: the clock and chance decide too. */
export const UNSTEADY_NAMES: ReadonlySet<string> = new Set([
  'now',
  'millis',
  'random',
  'shuffle',
  'jwtVerify',
])
