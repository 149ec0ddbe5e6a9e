#include "CStemmer.h"
