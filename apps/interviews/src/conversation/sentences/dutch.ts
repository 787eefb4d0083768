import type { Sentences } from './sentences.ts';

export const DUTCH: Sentences = {
  greeting: (topic) =>
    `Hallo! Dit interview gaat over: ${topic}\n\nAntwoord in uw eigen woorden, of schrijf “skip” om een vraag over te slaan.`,
  openQuestion: 'Wat moeten wij daarover weten?',
  followUps: [
    'Kunt u een voorbeeld geven?',
    'Wat staat in de weg, of wat zou beter kunnen werken?',
    'Wat is er nog belangrijk waarover we het niet hebben gehad?',
  ],
  about: (title) => `Laten we het over dit onderwerp hebben: ${title}. Wat moeten wij daarover weten?`,
  closing: 'Hartelijk dank! Het interview is afgerond en uw antwoorden zijn opgeslagen.',
  progress: (answered, questions) => `${answered} van ${questions} vragen beantwoord.`,
};
