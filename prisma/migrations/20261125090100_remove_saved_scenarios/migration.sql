DROP TABLE "saved_scenarios";
