/** How a question is worded: in the text's words, without them, by a number, name or code, or misspelt and inflected. */
export const MANNERS = ['words', 'paraphrase', 'detail', 'misspelt'] as const;
export type Manner = (typeof MANNERS)[number];

/** A question, and a text of the one passage that answers it. */
export interface Question {
  readonly text: string;
  readonly manner: Manner;
  readonly handbook: string;
  readonly answer: string;
}

type Row = readonly [manner: Manner, text: string, answer: string];

const FERRY: readonly Row[] = [
  ['words', 'When is a saver ticket refunded at sixty percent?', 'refunded at sixty percent'],
  ['words', 'Which vehicles does the relief vessel carry?', 'relief vessel Fulmar carries no vehicles'],
  ['words', 'kennels on deck five for dogs and cats', 'sixteen kennels'],
  ['words', 'Where do I report damaged baggage of the ferry?', 'up to 1,200 pounds'],
  ['words', 'Are electric cars charged on board?', 'six points of seven kilowatts'],
  ['words', 'companion of a wheelchair passenger sails free of charge', 'card carries the letter B'],
  ['words', 'book of ten crossings for people who cross often', 'book of ten'],
  ['paraphrase', 'I was too sick to sail, can I have my money back?', 'If illness keeps you ashore'],
  [
    'paraphrase',
    'What do I get when the ship reaches the harbour much too late?',
    'a quarter of the fare, and half',
  ],
  ['paraphrase', 'How is a locals discount for people living on the islands obtained?', 'Islander card'],
  ['paraphrase', 'May I stay in my car during the voyage?', 'Nobody may stay below'],
  ['paraphrase', 'Is there somewhere for toddlers to have fun on the ship?', 'playroom on deck six'],
  ['paraphrase', 'Can I bring my own beer onto the ferry?', 'Alcohol is sold to adults'],
  ['paraphrase', 'At what wave height do boats stay in port?', 'higher than four metres'],
  ['paraphrase', 'My teenager wants to cross by herself', 'letter of consent'],
  ['paraphrase', 'How can I get online when far out at sea?', 'satellite line'],
  ['detail', 'force nine', 'wind above force nine'],
  ['detail', '0300 555 015', 'recorded voice on 0300 555 015'],
  ['detail', 'SkerryGuest password', 'SkerryGuest'],
  ['detail', '4 Quay Street', '4 Quay Street'],
  ['detail', 'tapeworm certificate Lunna', 'treatment against tapeworm'],
  ['misspelt', 'bycicle rack on the fery, how many places', 'racks hold twenty four'],
  [
    'misspelt',
    'smokers allowance on outer decks, electronic cigarete',
    'Smoking is allowed on the outer deck',
  ],
  ['misspelt', 'group deposites for twelve peoples', 'From twelve people on you are a group'],
  ['misspelt', 'lost passports found at sea hand over to polise', 'Passports go to the police'],
];

const TRAIN: readonly Row[] = [
  ['words', 'What is the penalty for travelling without a valid ticket?', 'penalty of seventy pounds'],
  [
    'words',
    'Is a reservation needed for bicycles on intercity trains?',
    'of which there are six on each train',
  ],
  ['words', 'Delay Repay from fifteen minutes', 'Delay Repay gives back a quarter'],
  ['words', 'Where do replacement coaches stop during engineering works?', 'at the sign with the letter R'],
  [
    'words',
    'How long are things found on trains kept at the office?',
    'office at Vale Junction after two days',
  ],
  [
    'words',
    'administration fee for an anytime ticket that was not used',
    'administration fee of five pounds',
  ],
  ['words', 'left luggage offices', 'Left luggage offices exist'],
  [
    'paraphrase',
    'I clicked the wrong train, can I undo my cheap advance purchase?',
    'that hour is meant for mistakes',
  ],
  [
    'paraphrase',
    'The very last train home was missed because yours was late',
    'last connection of the night',
  ],
  ['paraphrase', 'Can a nine year old ride the train alone?', 'Children from eight may travel'],
  ['paraphrase', 'Which carriage should I choose if I want silence?', 'Coach A is quiet'],
  ['paraphrase', 'How do I charge my laptop at the seat in the train?', 'Each pair of seats has a socket'],
  ['paraphrase', 'Something of mine fell off the platform beside the tracks', 'never climb down'],
  ['paraphrase', 'Reduced price for a party of five travelling by rail', 'GroupSave'],
  [
    'paraphrase',
    'Nobody came to help me into the train although I had arranged it',
    'help that was booked does not come',
  ],
  ['paraphrase', 'Where can I appeal when Northvale turns my complaint down?', 'Rail Ombudsman'],
  ['paraphrase', 'Can my employer finance the yearly commuter ticket?', 'Employers may pay by a loan'],
  ['detail', '61016', '61016'],
  ['detail', 'GroupSave at the machine', 'GroupSave'],
  ['detail', '25,000 volts', '25,000 volts'],
  ['detail', 'Hollin and Pike steps taxi', 'at Hollin and Pike'],
  ['detail', 'fifty megabytes ValeNet', 'ValeNet'],
  ['misspelt', 'sleeping car pet compartement', 'one pet compartment'],
  ['misspelt', 'reserving tabels in the dinning car', 'tables are reserved in the app'],
  ['misspelt', 'raising hands at request stopps', 'On request stops'],
  ['misspelt', 'Northvale flexi saeson ticket, eight days', 'flexi season for eight days'],
];

const COACH: readonly Row[] = [
  ['words', 'What does Refund Plus return?', 'Refund Plus'],
  ['words', 'How much is a second piece of luggage in the hold?', 'A second piece costs five pounds'],
  ['words', 'seat of a coach bought from the driver', 'With the driver it costs four pounds more'],
  ['words', 'Are assistance dogs carried on coaches?', 'Pets are not carried on our coaches'],
  ['words', 'child seat for children lighter than eighteen kilograms', 'need a child seat'],
  ['words', 'How often can the Calder Pass be paused?', 'Passes are paused twice a year'],
  ['words', 'temporary stops because of roadworks', 'Roadworks move stops'],
  ['paraphrase', 'I arrived at the stop after the bus had gone', 'If you reach the stop too late'],
  ['paraphrase', 'Does the bus have power for my phone?', 'Each seat has USB'],
  ['paraphrase', 'My suitcase was taken by a stranger on the coach', 'Bags swapped in the hold'],
  ['paraphrase', 'Are snacks sold on the bus?', 'machine sells coffee'],
  ['paraphrase', 'We want to rent an entire bus with a chauffeur', 'hire a whole coach with a driver'],
  ['paraphrase', 'Do you run at Christmas?', 'twenty fourth of December'],
  ['paraphrase', 'Is video surveillance used on the bus and how long is it stored?', 'seventy two hours'],
  ['paraphrase', 'The bus driver drove recklessly, whom should I call?', 'Hints on dangerous driving'],
  ['paraphrase', 'How does a disabled person in a wheelchair get into the bus?', 'lift at the middle door'],
  [
    'paraphrase',
    'Do I need identification papers to go to Belgium by coach?',
    'Lille and Ghent, the number of a passport',
  ],
  ['detail', '0330 555 099', '0330 555 099'],
  ['detail', 'lines 10, 14 and 22', 'lines 10, 14 and 22'],
  ['detail', 'line 31 dog ticket', 'hiking line 31'],
  ['detail', '160 watt hours', '160 watt hours'],
  ['detail', 'Mill Lane 77', 'Mill Lane 77'],
  [
    'misspelt',
    'choosing of seats, proposed price for choise of a seat on the coach',
    'choose for one pound fifty',
  ],
  ['misspelt', 'rebooked tikets, at most how many times', 'Each ticket can be rebooked at most three times'],
  ['misspelt', 'membership Calder Clubb every tenth journy free', 'Every tenth journey'],
  ['misspelt', 'chewing gums under seat fine', 'Chewing gum under seats'],
];

/** Written before anything was measured; the ranking itself never uses the answers. */
export const QUESTIONS: readonly Question[] = [
  ...FERRY.map(aboutHandbook('Skerry Line passenger handbook')),
  ...TRAIN.map(aboutHandbook('Northvale Rail passenger handbook')),
  ...COACH.map(aboutHandbook('Calder Coaches passenger handbook')),
];

function aboutHandbook(handbook: string): (row: Row) => Question {
  return ([manner, text, answer]) => ({ manner, text, handbook, answer });
}
