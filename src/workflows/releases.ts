/** A release with the digest of each workflow version that it contains. */
interface Release {
  readonly name: string;
  readonly engineVersion: string;
  /** Digests by slug and version. */
  readonly definitions: Readonly<Record<string, string>>;
}

/**
 * The releases, oldest first. A test compares the catalog with the last one: a definition that changes needs a new version. Add a release
 * with its package version. Before 0.3.0, a release could change a definition without a new version.
 */
export const releases: readonly Release[] = [
  {
    name: '0.2.0',
    engineVersion: '1.2.0',
    definitions: {
      'alt-fuel-vehicle-choice 1.0.0': '6af798d9479d29acfb71720357fe21ebdc6f8d61401a6e25751e9a6abdb94633',
      'catsup-brand-choice 1.0.0': '03c7a40a7776ebf8fc4eeaf40b9cf8c6ddbf4add374dbe1eb1696b8238489f9d',
      'charity-match-mailing 1.0.0': 'b0eb2f67edc1c94ce7f3cad094a640094d9181378c75c35f4b5c29ff2f7fa977',
      'conservation-wtp 1.0.0': '4f14a97f9b185b8d8d8aff143765194b7872af48267c1a6f59975fd22241c299',
      'family-planning-network 1.0.0': '1103941bf43da1e7f9d6ac068b0e772d8b5f908fe1bcf316f415fa5d16036e2b',
      'gotv-social-pressure 1.0.0': 'd9469822db5487e085b92d0f44481851ffbc9eb335db5ff0c3e538771295bef2',
      'health-insurance-visits 1.0.0': '576b5f2c64c94ab92f26183e024814fe2ed22fcbbd33293785d5204ed1434e03',
      'hiv-test-incentive 1.0.0': '09dbecd2c807cb2f026361662a85500fd3223959cdf5c0476043c0462f82c47c',
      'housing-satisfaction 1.0.0': '84d8a03be0e3e507232389577ea055030eb6fcdb562240fbfb61c1777b885ee1',
      'hybrid-corn-network 1.0.0': '190838a5cc687413e1dae85f4e32dcdf91cb935dd8bd3f4168053bee06525193',
      'intercity-mode-choice 1.0.0': 'dc8936b8c94f1cacf98e2ad16f99e656c5b9f4b3fbaa97fbb65316c83fa946dc',
      'repeated-pd-cooperation 1.0.0': '95195f35cc23fe82863844396f9fe398f2572fd7c7562491f99bbea52613df2f',
      'swissmetro-mode-choice 1.0.0': '7b567322c6d5366231ec2a00c49c4ebc32208dd59583b556066cb4a364e4e270',
      'technology-adoption-bass 1.0.0': '815ac8d7130ce5765e871ac1c6fe552286b75e7be530a58f32ead85aa63791af',
      'unemployment-duration 1.0.0': '58fa0567403c53658e08491cfe817cf8748145f7cfeab9c96fd068d52ca9c893',
      'welfare-wording-experiment 1.0.0': '1e7c60c625c2e15efd4feea619aa7f52deb826ae510cca41d86d4c85f99c086d',
    },
  },
  {
    name: '0.2.0, commit 24f2c657',
    engineVersion: '2.1.0',
    definitions: {
      'alt-fuel-vehicle-choice 2.0.0': 'b0f9e481cb960badbdcd662e74f00a58a4027b6cdbb16dbeeb29acb8ee415ed9',
      'catsup-brand-choice 2.0.0': '7951390821fb081196db10d4db138ce49a12bdd61ff6b38cbf4f39133b2e0adb',
      'charity-match-mailing 2.0.0': '81052e7a2fa33c759bfd6e7c0eb96a7a2db885f17986ea332e931a9444a6a15c',
      'conservation-wtp 2.0.0': '3349b93a1da12f8e6312d7975ec2abc2489a57b0e50fed059ff5fda847d8aa8a',
      'family-planning-network 2.0.0': '8d6cb7e20020b6fe1c9e8fa6e43f722891cebd6f22e871b4272d43fa1767c7a2',
      'gotv-social-pressure 2.0.0': '8ce0abddbbc0e9bc26ebfa26b1e2fe974bdef046ef322c81e61057dc38a5c871',
      'health-insurance-visits 2.0.0': '88f2fdc5330b9edde1e8a66057721d02b64be9a44a7fe3b2b3c867566e3f5d0d',
      'hiv-test-incentive 2.0.0': 'ed5b19154fe7d1029db748e733579b5234b1ba857bf65172af920c2b452a68c4',
      'housing-satisfaction 2.0.0': 'b164da68ad62eef4324f631dcbde88681d74d77356907c8eff15d11ac9a008db',
      'hybrid-corn-network 2.0.0': '43dccee35509084c13da74586201a51328fa33b74912a84cc3903778970fbf5f',
      'intercity-mode-choice 2.0.0': '8c49d1645348095a8e089bb2b7c7e8e079af4ebd8a0413fc82c98f9a8a6a561a',
      'repeated-pd-cooperation 2.0.0': '86390a89e6ffb3d22730ec5ebfe1dced38582415c63d663209307619b5752444',
      'swissmetro-mode-choice 2.0.0': 'df9042e5099b2029e1ed91fdb8b896b6ca5b59e140beb733e80929b33d641dee',
      'technology-adoption-bass 2.0.0': '9b9a912e00cd205c2f076bc01e512e2112777ac5a9f4b944f1e59a8a99a4be43',
      'unemployment-duration 2.0.0': 'a4307bc9bb61b133ca5ab7def442795e0100f2ef68b3c91f281c94f55719e9a4',
      'welfare-wording-experiment 2.0.0': 'ee361a80d925df17a2aaea329975bc5c1f10fb9c395fc7747823ef0096921cc4',
    },
  },
  {
    name: '0.3.0',
    engineVersion: '2.4.0',
    definitions: {
      'alt-fuel-vehicle-choice 2.0.0': 'f7a965953fa381c9aa869af38e8707c9426baa593efff989a7bed72aaf6fa3f4',
      'catsup-brand-choice 2.0.0': '19f36dabd8405cb52e9aa1a226b49ab7fad8680fb4305988cc3f5fa8985c6e8c',
      'catsup-repeat-purchases 1.0.0': 'bddfced1904ae95c3aebbe1995260ed09ddafcb96a488cc6cd4b82cb85d44845',
      'charity-match-mailing 2.0.0': 'fb98bfe9c66b99ec721c339b19f6050e33701f2e06456370ca46fdb9ec75eaed',
      'conservation-wtp 3.0.0': '995659a3421f82607a781c5c66351cd6eebb90a3bcb06dd19814597144ee964b',
      'family-planning-network 2.0.0': 'aaffaa2d0697c370e917933a175e0bba31d61062942c1bfe44f2e1efbffb9594',
      'gotv-social-pressure 2.0.0': '63cceabca8ed82da26b53d7a610d4f8234c88ed3a5fbbe62488c84a58116ec5c',
      'health-insurance-visits 2.0.0': 'df36345eb8b1e0c5030ff7d7fc286cb5abe98c7c5b1bc118a368d31ff0882482',
      'hiv-test-incentive 2.0.0': '813d31860596ada356c0b6357330a6b2beb280ef5b2554109d4972c5ff3471c2',
      'housing-satisfaction 2.0.0': '60392e3ac198c1561d1c9b2a9fe6ab2d91babaa587493546ea1d3210cbd82e86',
      'hybrid-corn-network 2.0.0': '4b533e3722d71ca70c171436090ea10a9f6d59d632d760bf96ce5554c6e91db0',
      'intercity-mode-choice 2.0.0': '1948aeadf3c1a8c2f09942d411d9d27dec49f5d03a197ef58986a62ca56ce8ae',
      'repeated-pd-cooperation 2.0.0': 'ace9daf17ac69ec998459ea4f3a2254867abb0161b206d93d1f34972509d9150',
      'swissmetro-mode-choice 3.0.0': '9a7a663afafd2d7b842a5d161deff5ed740ff464336408e11e4edc4e63493ab1',
      'swissmetro-value-of-time 2.0.0': 'd42cfc665103b29a69f601c43daa55d799cde185f8588c79e21840d17949e800',
      'technology-adoption-bass 2.0.0': '5267de8370712b6706cc3e00d96ccebf1db18d73ccebe3eb99b6cc3e87949822',
      'unemployment-duration 2.0.0': '34eca682c9be4aadfe2a76bfc3144e79cf6c4b7645e42ae2332aa29bb16a18fe',
      'welfare-wording-experiment 2.0.0': '73fdbb6ebcbefd963b427372c2d5073311838f2e3223d5af3a4e281a5594b9e5',
    },
  },
];

/** Returns the release that computed a result: the one with its definition, else the last one with its engine. */
export function releaseOf({ definition, digest, engineVersion }: Computed): string | undefined {
  const named = releases.find(({ definitions }) => definitions[definition] === digest);
  return (named ?? releases.findLast((one) => one.engineVersion === engineVersion))?.name;
}

interface Computed {
  readonly definition: string;
  readonly digest: string;
  readonly engineVersion: string | null;
}
